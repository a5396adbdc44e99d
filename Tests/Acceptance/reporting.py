"""One line for each check with its time, and at the end what failed, why, and how it is run again."""

import pytest

from support.table import differences, write

LINES_OF_A_FAILURE = 25
LINES_AT_ONCE = 6


class Reporter:
    def __init__(self, config):
        self.config = config
        self.failures, self.rows, self.set_up = [], [], {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report):
        """Counted by pytest, and shown by the line below."""
        if report.when == "call" or not report.passed:
            return ("error" if report.failed and report.when != "call" else report.outcome), "", ""
        return "", "", ""

    def pytest_runtest_logreport(self, report):
        told = dict(report.user_properties)
        if report.when != "call" and report.passed:
            self.set_up[report.nodeid] = report.duration
            return
        title = told.get("title", report.nodeid)
        words = [value for name, value in report.user_properties if name == "note"]
        if report.skipped:
            # A failure that is expected has its trace where a skipped test has its reason.
            expected = getattr(report, "wasxfail", None)
            words = [expected or str(report.longrepr[2]).removeprefix("Skipped: ")]
        if report.failed:
            self.failures.append((title, report))
            # At once, since the summary never comes where the run is ended from outside.
            words += message(report).splitlines()[:LINES_AT_ONCE]
        for name, value in report.user_properties:
            if name == "row" and report.when == "call":
                result = "FAILED" if report.failed else value[4]
                self.rows.append((told["index"], (*value[:4], result)))
        seconds = report.duration + self.set_up.pop(report.nodeid, 0)
        line = f"{report.outcome if not report.passed else 'ok':8}{seconds:6.1f} s  {title}"
        first, *more = "; ".join(words).splitlines() or [""]
        self.write(line + (f" ({first})" if first else ""))
        for each in more:
            self.write(f"{'':18}{each}")

    def write(self, line):
        terminal = self.config.pluginmanager.getplugin("terminalreporter")
        terminal.ensure_newline()
        terminal.write_line(line, flush=True)

    def pytest_sessionfinish(self, session, exitstatus):
        wrong = self.check_table() if exitstatus == 0 else []
        if wrong:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        for line in wrong:
            self.write(line)

    def check_table(self):
        rows = [row for _, row in sorted(self.rows)]
        options, wrong = self.config.option, []
        if options.table:
            write(options.table, rows)
        if options.check_table:
            wrong, remarks = differences(options.check_table, rows, options.whole)
            for remark in remarks:
                self.write(f"remark: {remark}")
            wrong = [f"{options.check_table}: {each}" for each in wrong]
        if wrong:
            wrong = ["What failed:", *wrong, "Write it anew: `make test-peers TABLE=FILE`"]
        return wrong

    def pytest_terminal_summary(self, terminalreporter):
        if not self.failures:
            return
        terminalreporter.write_line("What failed:")
        told = {}
        for title, report in self.failures:
            told.setdefault(message(report), []).append((title, report))
        for words, same in told.items():
            for title, report in same[:3]:
                terminalreporter.write_line(f"{title}   ({report.nodeid})")
            if len(same) > 3:
                terminalreporter.write_line(f"and {len(same) - 3} more in the same way")
            for line in words.splitlines():
                terminalreporter.write_line(f"    {line}"[:400])


def message(report):
    """What an assertion or an error says, without the way to it."""
    crash = getattr(report.longrepr, "reprcrash", None)
    lines = (crash.message if crash else str(report.longrepr)).splitlines()
    if crash and len(lines) == 1:
        lines.append(f"{crash.path}:{crash.lineno}")
    if len(lines) > LINES_OF_A_FAILURE:
        lines = [*lines[: LINES_OF_A_FAILURE - 8], "…", *lines[-8:]]
    return "\n".join(lines).removeprefix("AssertionError: ").removeprefix("Failed: ")
