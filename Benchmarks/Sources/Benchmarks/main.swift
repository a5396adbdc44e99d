benchmarkCodec()
if isWanted("pseudo-terminal round trip") { benchmarkPty() }
