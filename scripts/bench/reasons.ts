// Ratios that windrow does not meet on the machine of the committed result: what the limit is, and what was tried. By the
// name of the work and what it is compared with.
export const REASONS: Readonly<Record<string, string>> = {}
