// Preloaded into a program: writes down when it enters main and when it first listens. Nothing to
// call.
#pragma once
