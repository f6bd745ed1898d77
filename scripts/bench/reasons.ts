// Ratios that windrow does not meet on the machine of the committed result: what the limit is, and what was tried. By the
// name of the work and what it is compared with.

const reading =
  'see Express lane. Tried: bytes copied from the store without strings, no router and no middleware for a plain GET, keys and rules ' +
  'kept while nothing is written, requests counted in memory while one server runs alone'

export const REASONS: Readonly<Record<string, string>> = {
  'page-50 ceiling': `writing the answer takes 10 µs, reading the store 7, Node and the system 17, as much as all of the ceiling. It is near its bar: 0.37 to 0.45 in seven runs of two days, by how busy the machine is; ${reading}`,
  'page-50 reference': `HTTP, key, counter and log line take longer than the page itself; ${reading}`,
  'card ceiling': `six or seven lookups in the store take some 6 µs, Node and the system 15, as much as all of the ceiling; ${reading}`,
  'validate echo':
    'judging fifty texts takes more than half of the main thread. If it cost nothing, an answer would still take twice the echo: rows and ' +
    'heads are read, the key, the limits and the log line are written. Measured beside other work',
  'start executable / plain Node':
    'what stands beside plain Node is mostly compiling, then the storage engine, node:crypto and the store being opened. Kept: the program ' +
    'in chunks that are compiled when they are asked for (2.5 times plain Node before), nothing loaded that only other commands need. ' +
    'Tried: no comments and white space, flags for collecting garbage',
  'search-chinese FTS5':
    'hits lie about one to a block of 64 rows, and each is shown with all its texts. Tried: what was read of the first rows kept in memory, ' +
    'pieces of a list as long as a page needs, no text folded that holds the words as they stand, one look at the store a slice',
  'search-three FTS5': 'as with Chinese; with code that is compiled it is more than twice as fast',
  'batch-1 reference':
    'a commit flushes twice (pages, then the root) where the log of SQLite needs one flush, which cannot be had safely and would save 0.12 ms ' +
    'of 2 to 3 (see Batches); the rest is processor time, so the ratio follows the machine: 1.05 to 1.16 in six runs. Each write keeps revision and head, ' +
    'cells, counts and change times, which make pages and totals cheap at any size. Tried: one pass over the rows of a batch, judging while others are flushed, cells and times stored once a chunk, both ' +
    'records of a revision cut from one piece',
  'batch-16 reference':
    'eight batches are flushed while the other eight are judged, so the main thread hardly ever waits, and processor time decides: 0.7 to 1.1 ms of the ' +
    'main thread a batch, by how fast the machine is just then, of which judging and the transaction are a quarter each, what the client sends and gets a fifth. This row ' +
    'gives 2.4 to 2.7, alone or in a full run. What was tried stands under Batches',
}
