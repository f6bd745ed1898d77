// Runs before every test file: each write inside the test is checked before its commit, unless the file calls
// `inspectWrites(null)` because it writes parts of rows or damages a store.
import { strictly } from '../../src/store/check/strict.ts'
import { inspectWrites } from '../../src/store/door/writer.ts'

inspectWrites(strictly)
