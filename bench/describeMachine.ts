import { cpus, loadavg } from 'node:os'
import type { Browser } from 'playwright'

/** Where a measurement was made. Before the first run: the load is what others put on the machine. */
export const describeMachine = (browser?: Browser): string => {
  const processors = cpus()
  const model = processors[0]?.model.trim() ?? 'Unknown processor'
  const load = loadavg()[0]?.toFixed(1)
  return `${model}, ${processors.length} cores (load ${load} before), Node ${process.versions.node}${browser === undefined ? '' : `, Chromium ${browser.version()}`}`
}
