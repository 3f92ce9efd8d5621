import { StackError } from './StackError.ts'

/** The offset of every port from the base. With the default base of 3000 they are the addresses of the README. */
export const portOffsets = {
  demo: 0,
  wallet: 1,
  api: 2,
  inbox: 3,
  docs: 4,
  relay: 5,
  farcasterRelay: 6,
  faucet: 7,
  walletPage: 8,
  money: 9,
  vault: 11,
  custody: 12,
  google: 14,
  apple: 15,
  oauth: 16,
  solana: 17,
  solanaSocket: 18,
  bitcoin: 19,
  names: 20,
  projectList: 22,
  smtp: 25,
  bundlerA: 1337,
  bundlerB: 1338,
  chainA: 5545,
  chainB: 5546,
} as const

export type PortName = keyof typeof portOffsets
/** TCP ports on the loopback interface. */
export type Ports = Readonly<Record<PortName, number>>

export const defaultPortBase = 3000

const highestBase = 65_535 - Math.max(...Object.values(portOffsets))

/** All ports for one base. */
export const portsFrom = (base: number): Ports =>
  Object.fromEntries(Object.entries(portOffsets).map(([name, offset]) => [name, base + offset])) as Ports

/**
 * Returns the base in `LATCHKEY_PORT_BASE`, or the default.
 *
 * Throws `StackError` when it is not a whole number between 1024 and the highest base that leaves room for every port.
 */
export const parsePortBase = (value: string | undefined): number => {
  if (value === undefined || value === '') return defaultPortBase
  const base = /^\d+$/.test(value) ? Number(value) : 0
  if (base >= 1024 && base <= highestBase) return base
  throw new StackError(`LATCHKEY_PORT_BASE must be a whole number from 1024 to ${highestBase}, not "${value}"`)
}
