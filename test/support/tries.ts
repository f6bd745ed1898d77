// How often a slow property is tried: as often as it says before a release, a third of that before a merge, because each try makes a
// store of its own. Seeds differ from run to run.
export const tries = (times: number): number => (process.env['WINDROW_CI_LONG'] === '1' ? times : Math.ceil(times / 3))
