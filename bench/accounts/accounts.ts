import { formatTable } from '../../scripts/formatTable.ts'
import { describeMachine } from '../describeMachine.ts'
import { percentile } from '../statistics/percentile.ts'
import { runAtOnce } from './runAtOnce.ts'
import { type Service, type Services, startServices } from './startServices.ts'
import { createTestUser } from './testUser.ts'

const users = 300
const releases = 3_000
/** The number of concurrent calls. */
const atOnce = 8
/** Runs before the measurement, to warm up compilers, caches and connections. */
const warmUp = 60

type Row = {
  title: string
  /** The least calls per second and processor core. */
  aim?: number
  count: number
  of: readonly Service[]
  work: (index: number) => Promise<void>
}

/** Measures the cost of sign-ins and share releases in the two services. Throws when one of them fails. */
export const accounts = async ({ print }: { print: (line: string) => void }): Promise<void> => {
  const services = await startServices()
  try {
    await measureAll(services, print)
  } finally {
    await services[Symbol.asyncDispose]()
  }
}

const measureAll = async (services: Services, print: (line: string) => void): Promise<void> => {
  const { api, custody, bare } = services
  const machine = describeMachine()
  const people = await Promise.all(
    Array.from({ length: warmUp + users }, (_, index) => createTestUser(services, index)),
  )
  const ofPeople = (offset: number, act: 'logIn' | 'enrol' | 'release') => async (index: number) =>
    people[offset + (index % users)]?.[act]()
  const readBare = async (): Promise<void> => {
    const response = await fetch(bare.url, { method: 'POST', body: '{}' })
    await response.arrayBuffer()
  }

  await runAtOnce(warmUp, atOnce, ofPeople(0, 'logIn'))
  const measured = [
    await measure({
      title: 'login: link, code, session',
      aim: 40,
      count: users,
      of: [api, custody],
      work: ofPeople(warmUp, 'logIn'),
    }),
  ]
  await runAtOnce(users, atOnce, ofPeople(warmUp, 'enrol'))
  await runAtOnce(users, atOnce, ofPeople(warmUp, 'release'))
  measured.push(
    await measure({
      title: 'release of a share',
      aim: 300,
      count: releases,
      of: [api, custody],
      work: ofPeople(warmUp, 'release'),
    }),
  )
  await runAtOnce(users, atOnce, readBare)
  const bareRow = await measure({ title: 'bare route', count: releases, of: [bare], work: readBare })

  print('')
  print(`accounts: ${users} logins, ${releases} releases, ${releases} calls of a bare route, ${atOnce} at once`)
  print(formatTable([headings, ...[...measured, bareRow].map((row) => cellsOf(row, bareRow.cpuMs))]))
  print('')
  print('Api and custody in a process each, on PostgreSQL. A core: 1000 / milliseconds of processor time of both.')
  print(machine)
}

type Measured = Pick<Row, 'title' | 'aim'> & { cpuMs: number; aSecond: number; eachMs: number[] }

const measure = async ({ title, aim, count, of, work }: Row): Promise<Measured> => {
  const used = async (): Promise<number> =>
    (await Promise.all(of.map((service) => service.cpuMs()))).reduce((sum, cpuMs) => sum + cpuMs, 0)
  const before = await used()
  const { eachMs, wholeMs } = await runAtOnce(count, atOnce, work)
  return {
    title,
    ...(aim === undefined ? {} : { aim }),
    cpuMs: ((await used()) - before) / count,
    aSecond: (count / wholeMs) * 1000,
    eachMs,
  }
}

const headings = ['', 'CPU ms', 'a second and core', 'aim', 'of aim', 'of bare route', 'a second here', 'median', 'p99']

const cellsOf = ({ title, aim, cpuMs, aSecond, eachMs }: Measured, bareCpuMs: number): string[] => [
  title,
  cpuMs.toFixed(2),
  (1000 / cpuMs).toFixed(0),
  aim === undefined ? '' : String(aim),
  aim === undefined ? '' : (1000 / cpuMs / aim).toFixed(2),
  (cpuMs / bareCpuMs).toFixed(1),
  aSecond.toFixed(0),
  `${percentile(eachMs, 0.5).toFixed(1)} ms`,
  `${percentile(eachMs, 0.99).toFixed(1)} ms`,
]
