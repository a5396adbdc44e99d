"""A headless Chromium that is spoken to over two pipes."""

import base64
import json
import os
import shutil
import subprocess
import time

from support.program import need


class Browser:
    """One page of it."""

    def __init__(self, profile):
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()

        def place():
            # Chromium reads from 3 and writes to 4; the copies stay open across exec.
            read, write = os.dup(to_read), os.dup(from_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        program = shutil.which("google-chrome") or need("chromium", "chromium")
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
            + [f"--user-data-dir={profile}", "--disable-background-networking", "about:blank"],
            preexec_fn=place,
            close_fds=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(from_write)
        self.out, self.back = to_write, os.fdopen(from_read, "rb", buffering=0)
        self.rest, self.events, self.number, self.session = b"", [], 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def message(self):
        while b"\0" not in self.rest:
            piece = self.back.read(1 << 16)
            if not piece:
                raise AssertionError("chromium has ended")
            self.rest += piece
        text, _, self.rest = self.rest.partition(b"\0")
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        order = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            order["sessionId"] = self.session
        data = json.dumps(order).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data) :]
        while True:
            message = self.message()
            if message.get("id") == order["id"]:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def media(self, scheme="light", kind=""):
        """As a screen in light or dark, or as paper (`print`)."""
        self.call(
            "Emulation.setEmulatedMedia", media=kind,
            features=[{"name": "prefers-color-scheme", "value": scheme}])

    def press(self, key, code=None):
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, code=code or key,
                **({"text": "\r"} if key == "Enter" and kind == "keyDown" else {}),
                windowsVirtualKeyCode={
                    "Tab": 9, "Enter": 13, " ": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
                    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}.get(key, 0))

    def value_unless_left(self, expression):
        """The value of an expression; None where the page is left for the next one meanwhile."""
        try:
            return self.value(expression)
        except AssertionError as problem:
            if "Inspected target navigated" not in str(problem):
                raise
            return None

    def until(self, expression, patience=10):
        """Waits until an expression is true; its value."""
        deadline = time.monotonic() + patience
        while not (value := self.value_unless_left(expression)):
            assert time.monotonic() < deadline, f"not within {patience} s: {expression}"
            time.sleep(0.05)
        return value

    def load(self, path, width, scripts=True):
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=844,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.events = []
        begun = time.monotonic()
        self.call("Page.navigate", url=path if path.startswith("http:") else "file://" + path)
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.message())
        return time.monotonic() - begun

    def value(self, expression):
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{answer['exceptionDetails']}")
        return answer["result"].get("value")

    def picture(self, path, height=None):
        """What is seen, or so much of the page from its top."""
        options = {}
        if height:
            width = self.value("document.documentElement.clientWidth")
            options = {
                "captureBeyondViewport": True,
                "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}}
        data = self.call("Page.captureScreenshot", format="png", **options)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        said = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Log.entryAdded":
                said.append(parameters["entry"]["text"])
            elif event.get("method") in ("Runtime.exceptionThrown", "Page.javascriptDialogOpening"):
                said.append(json.dumps(parameters)[:300])
            elif event.get("method") == "Network.requestWillBeSent":
                if not parameters["request"]["url"].startswith("file://"):
                    said.append("asks for " + parameters["request"]["url"])
        return said

    def end(self):
        self.process.terminate()
        self.process.wait()
