// How times are written for programs.

/** ISO 8601 with milliseconds, UTC: `2026-03-01T12:00:00.000Z`. */
export const isoTime = (timeMs: number): string => new Date(timeMs).toISOString()
