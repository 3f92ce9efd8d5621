import { cpus, loadavg } from 'node:os'
import type { Browser } from 'playwright'

/** Describes the machine of a measurement. Call it before the first run: the load is that of other processes. */
export const describeMachine = (browser?: Browser): string => {
  const processors = cpus()
  const model = processors[0]?.model.trim() ?? 'Unknown processor'
  const load = loadavg()[0]?.toFixed(1)
  return `${model}, ${processors.length} cores (load ${load} before), Node ${process.versions.node}${browser === undefined ? '' : `, Chromium ${browser.version()}`}`
}
