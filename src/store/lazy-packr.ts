// msgpackr's Packr. The build replaces this file by a `require`, so that the executable loads msgpackr (6 of 90 ms)
// with the first record.
import type * as msgpackr from 'msgpackr'
import { Packr } from 'msgpackr/pack'

export const loadPackr = (): typeof msgpackr.Packr => Packr
