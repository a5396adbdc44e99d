benchmarkCodec()
benchmarkJournal()
if isWanted("pseudo-terminal round trip") { benchmarkPty() }
