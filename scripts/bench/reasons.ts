// Ratios that windrow does not meet on the machine of the committed result: what the limit is, and what was tried. By the
// name of the work and what it is compared with.

const reading =
  'the ceiling keeps the load busy without a pause; behind anything slower the load falls asleep between answers, and waking it costs ' +
  'about 15 µs of system time an answer (27 against 11). Tried: bytes copied from the store without becoming strings, four at a time; ' +
  'no router, no middleware and no objects of fetch for a plain GET; keys and rules remembered while nothing is written; requests ' +
  'counted in memory while one server runs alone; log lines gathered'

export const REASONS: Readonly<Record<string, string>> = {
  'page-50 ceiling': `the page takes 25 µs of its own and key, counter and log line 10, beside 30 of the HTTP stack; and ${reading}`,
  'page-50 reference': `key, counter, log line and HTTP take longer than the page itself; ${reading}`,
  'card ceiling': `key, counter and log line take 10 µs and the card 16 (five reads of the store), beside 30 of the HTTP stack; and ${reading}`,
  'validate echo':
    'fifty texts and their sources are scanned and judged, and their rows and heads read, about 7 µs each, beside 0.1 ms for the body; ' +
    'tried: one pass over the rows of a batch, looks that tell at a glance what most texts have nothing of, counting without the ' +
    'segmenter, no second scan of a text that passed',
  'batch-1 reference':
    'a commit flushes twice (pages, then the root) where the log of SQLite needs one flush, so the ratio follows the disk: 0.8 to 1.1 in ' +
    'four runs of one day. Each write keeps revision and head, cells, counts and change times, which make pages and totals cheap at ' +
    'any size. Tried: one pass over the rows of a batch, judging while others are flushed, cells and times stored once a chunk, both ' +
    'records of a revision cut from one piece',
  'batch-16 reference':
    'some seven batches share a commit, which pays the more the slower the disk flushes: 1.8 to 2.2 in four runs of one day, and ' +
    'where a flush takes half a millisecond, processor time decides (1.5 ms a batch against 1.2)',
}
