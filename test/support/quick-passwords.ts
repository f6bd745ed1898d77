// Passwords for tests inside the test's own process: digests of a cost that nobody has to wait for.
import type { PasswordCost } from '../../src/app/passwords/password.ts'

export const QUICK_PASSWORDS: PasswordCost = { logN: 10, blockSize: 8, parallelization: 1 }
