import { Hono } from 'hono'
import { collectDefaultMetrics } from 'prom-client'
import type { AppEnvironment } from '../http/createAuthorityApp.ts'
import { listenOn } from '../http/listen.ts'
import { chosenLines, jsonLog, type Log, type LogSettings, type StartFacts } from '../log.ts'
import { type Closable, openAll } from '../process/openAll.ts'
import { version } from '../version.ts'
import { createMetrics, type Metrics } from './createMetrics.ts'

/** Where a process writes its log and serves its metrics. */
export type ObserveSettings = {
  /** Where lines are written. Default: standard output. */
  log?: Log
  /** Which lines are written. Default: all but those of level `debug`. */
  logging?: LogSettings
  /** Where Prometheus reads metrics: a separate port. Default: nowhere; addresses: the loopback ones. */
  metricsListener?: { port: number; hosts?: readonly string[] }
}

/** The log and metrics of a process. */
export type Observed = {
  log: Log
  metrics: Metrics
  /** Logs that the process has started, and serves its metrics; logs that it stops when it is closed. Throws when their port is in use. */
  announce(facts: Omit<StartFacts, 'version' | 'metrics'> & { authority?: 'api' | 'custody' }): Promise<Closable>
}

/** Creates the log and metrics of a process. `announce` opens the metrics listener and logs the start. */
export function observe({ log: write = jsonLog, logging, metricsListener }: ObserveSettings): Observed {
  const metrics = createMetrics()
  const log = metrics.counting(chosenLines(write, logging))
  return {
    log,
    metrics,
    announce: ({ authority, ...facts }) =>
      openAll(async (keep) => {
        const listening =
          metricsListener === undefined
            ? null
            : keep(await listenOn(metricsApp(metrics), metricsListener.port, metricsListener))
        const of = authority === undefined ? {} : { authority }
        metrics.watch('latchkey_build_info', () => [[{ version, mode: facts.mode }, 1]])
        log({ level: 'info', event: 'started', ...of, version, ...facts, metrics: listening?.places ?? [] })
        keep({ close: async () => log({ level: 'info', event: 'stopping', ...of }) })
      }),
  }
}

/** Serves `GET /metrics`, including prom-client's default metrics of a Node process. */
function metricsApp({ registry }: Metrics): Hono<AppEnvironment> {
  collectDefaultMetrics({ register: registry })
  return new Hono<AppEnvironment>().get('/metrics', async (context) =>
    context.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType }),
  )
}
