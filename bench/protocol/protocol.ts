import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { createServer, type ViteDevServer } from 'vite'
import { findChromium } from '../../scripts/chromium.ts'
import { chromiumLaunch } from '../../scripts/chromiumLaunch.ts'
import { formatTable } from '../../scripts/formatTable.ts'
import { describeMachine } from '../describeMachine.ts'
import { median } from '../statistics/median.ts'
import type { Bench, LineName } from './lines.ts'
import { lines } from './lines.ts'

/** Clear of the ports of `npm start` and of the journeys; page and frame are on two sites, as in production. */
const ports = { page: 33_900, frame: 33_901 }
const origins = { page: `http://127.0.0.1:${ports.page}`, frame: `http://localhost:${ports.frame}` }

/** The channels take turns, so that other load on the machine affects all of them alike. */
const rounds = 60
const warmUps = 5
const singles = 60
const together = 800
const inFlight = 100
/** Small batches that fit between two turns of the machine's other work, and many of them. */
const parses = 500
const parseBatches = 5

const aims = { roundTrip: 1.75, throughput: 0.6, parseUs: 20 }

export type ProtocolOptions = { print: (line: string) => void }

/** Measures calls through client and host against bare messages, all between a page and another site's frame. */
export const protocol = async ({ print }: ProtocolOptions): Promise<void> => {
  const servers = await Promise.all([serve('127.0.0.1', ports.page), serve('localhost', ports.frame)])
  try {
    const browser = await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() })
    try {
      const machine = describeMachine(browser)
      const page = await browser.newPage()
      await page.goto(`${origins.page}/page.html`)
      await page.waitForFunction(() => 'bench' in globalThis)
      const names = Object.keys(lines) as LineName[]
      for (const name of names)
        await page.evaluate(([name, origin]) => bench.open(name, origin), [name, origins.frame] as const)

      const roundTrips: Samples = {}
      const throughputs: Samples = {}
      const parsing: Samples = {}
      // The first ones warm up and do not count.
      for (let round = -warmUps; round < rounds; round++) {
        for (const name of names) {
          const tripUs = (1000 * (await run(page, name, singles, 1))) / singles
          const perSecond = (1000 * together) / (await run(page, name, together, inFlight))
          if (round >= 0) {
            note(roundTrips, name, tripUs)
            note(throughputs, name, perSecond)
          }
        }
        for (let batch = 0; batch < parseBatches; batch++) {
          const times = await page.evaluate((count) => bench.parse(count), parses)
          if (round >= 0) for (const [title, us] of Object.entries(times)) note(parsing, title, us)
        }
      }
      print('')
      print(`protocol: medians of ${rounds} rounds, page and frame on two sites`)
      print(formatTable(transportTable(roundTrips, throughputs)))
      print('')
      print(formatTable(parsingTable(parsing)))
      print('')
      print(machine)
    } finally {
      await browser.close()
    }
  } finally {
    await Promise.all(servers.map((server) => server.close()))
  }
}

/** In the page's document. */
declare const bench: Bench

const run = (page: Page, name: LineName, count: number, atOnce: number): Promise<number> =>
  page.evaluate(([name, count, atOnce]) => bench.run(name, count, atOnce), [name, count, atOnce] as const)

const serve = async (host: string, port: number): Promise<ViteDevServer> => {
  const server = await createServer({
    configFile: false,
    root: join(import.meta.dirname, 'site'),
    cacheDir: join(import.meta.dirname, `../node_modules/.vite-${port}`),
    logLevel: 'error',
    server: { host, port, strictPort: true, hmr: false },
    optimizeDeps: { include: ['zod/mini'] },
  })
  return server.listen()
}

type Samples = Record<string, number[]>
const note = (samples: Samples, name: string, value: number): void => {
  samples[name] = [...(samples[name] ?? []), value]
}
const of = (samples: Samples, name: string): number => median(samples[name] ?? [])

/** The bare MessagePort is 1; an aim is a limit of that ratio. */
const transportTable = (roundTrips: Samples, throughputs: Samples): string[][] => [
  ['', 'round trip', 'to a bare port', 'aim', `${inFlight} in flight`, 'to a bare port', 'aim'],
  ...(Object.entries(lines) as [LineName, string][]).map(([name, title]) => {
    const [trip, rate] = [of(roundTrips, name), of(throughputs, name)]
    const isOurs = name === 'profile5'
    return [
      title,
      `${trip.toFixed(0)} µs`,
      (trip / of(roundTrips, 'rawPort')).toFixed(2),
      isOurs ? `${aims.roundTrip} at most` : '',
      `${rate.toFixed(0)} /s`,
      (rate / of(throughputs, 'rawPort')).toFixed(2),
      isOurs ? `${aims.throughput} at least` : '',
    ]
  }),
]

const parsingTable = (parsing: Samples): string[][] => [
  ['decode, weigh and parse', 'a message', 'aim', 'of aim'],
  ...Object.keys(parsing).map((title) => {
    const us = of(parsing, title)
    return [title, `${us.toFixed(1)} µs`, `${aims.parseUs} µs`, (us / aims.parseUs).toFixed(2)]
  }),
]
