#!/usr/bin/env node
// Nothing else is imported before the check: what is too old could not read it.
import { tooOld } from './node-version.js'

const refusal = tooOld()
if (refusal) {
  process.stderr.write(refusal + '\n')
  process.exit(1)
} else {
  void import('./start.js')
}
