// Ratios that windrow does not meet on the machine of the committed result: what the limit is, and what was tried. By the
// name of the work and what it is compared with.

const perRequest =
  'what every request pays (key, counter, log line, headers) takes longer than the page itself; tried: core groups copied from ' +
  'stored bytes, keys remembered while nothing is written, log lines gathered, no middleware. Counting requests in memory ' +
  'while one server runs alone came after this result'
const start =
  'the engine, the store and the HTTP stack are loaded at every start; tried: loading the site, the legacy endpoint and ' +
  'schemas when they are first asked for, compiled code kept between starts'

export const REASONS: Readonly<Record<string, string>> = {
  'page-50 ceiling': perRequest,
  'page-50 reference': perRequest,
  'page-100 reference':
    'a hundred source texts are scanned for tokens and a hundred heads parsed for each page; reading shared blocks once came after this result',
  'card ceiling': perRequest,
  'card reference': perRequest,
  'validate echo':
    'fifty texts and their sources are scanned, and their rows and heads read, about 13 µs each; tried: one pass over the rows of a ' +
    'batch, counting without the segmenter, no second scan of a text that passed',
  'start plain Node': start,
  'start executable / plain Node': `${start}; the executable keeps none, so that it needs no second file`,
  'delta reference': perRequest,
  'batch-1 reference':
    'each write also keeps cells, counts and change times, which make pages and totals cheap at any size, and a copy of the head; ' +
    'the batch is judged outside the transaction and again inside it; tried: one pass over its rows, the early judgement kept when ' +
    'no other write came between, cells and times stored once a chunk',
  'batch-16 reference': 'as for one client; batches of several clients share a flush',
}
