import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BackendSettings, DeviceLinkPolicy } from '@latchkey/combined'
import { type Addresses, addressesOf } from './addresses.ts'
import type { Chain } from './chain/createChain.ts'
import { createParts, type OpenServices, type PartName, type Parts, partNames, portsOf } from './createParts.ts'
import { createFaultClient, type SetFault } from './faultClient.ts'
import { requireFreePorts } from './loopback.ts'
import { createMailboxClient, type MailboxClient } from './mailboxClient.ts'
import type { Part } from './Part.ts'
import { defaultPortBase, type Ports, portsFrom } from './ports.ts'
import { backendLogName } from './writeBackendLog.ts'

export type StackOptions = {
  /** The demo's port, from which all others follow; `parsePortBase` reads it from the environment. Default 3000. */
  portBase?: number
  /** The folder for everything that survives a restart. Default `.latchkey/<port base>` at the root of the repository. */
  dataFolder?: string
  /** Deletes the folder's contents first. */
  isFresh?: boolean
  /** Whether a device that is new to an account needs a mailed link beside the code. Default: never. */
  deviceLink?: DeviceLinkPolicy
  /** Origins of dapps outside the repository, which get the project `demo` too. Default: none. */
  dappOrigins?: readonly string[]
  /**
   * EVM networks beside the two chains, as an operator lists them in NETWORKS, with their nodes. For the stack's own api. Default: none.
   */
  networks?: BackendSettings['networks']
  /** The parts to start. Default: all. */
  parts?: readonly PartName[]
  /** Opens api, custody and frame in place of the stack's own, at the same addresses. */
  openServices?: OpenServices
  /** Receives messages for developers while the stack runs, one line each. Default: silent. */
  log?: (line: string) => void
  /** Called when a part fails permanently. The stack still has to be closed. Default: throws, which ends the process. */
  onFailure?: (error: Error) => void
}

/** A running stack. */
export type Stack = {
  urls: Addresses
  ports: Ports
  dataFolder: string
  mailbox: MailboxClient
  /** Id 31337. */
  chainA: Chain
  /** Id 1337. */
  chainB: Chain
  /** The bundler of chain A. */
  bundlerA: Part
  /** The bundler of chain B. */
  bundlerB: Part
  /** The local Solana. */
  solana: Part
  /** Api and custody, in one process. */
  api: Part
  /** The servers of the wallet and vault origins. */
  frame: Part
  /** The login providers whose pages open in a window. */
  identity: Part
  /** The Farcaster relay, and the phone that approves. */
  farcaster: Part
  setFault: SetFault
  /** Stops every part. Nothing is left running; data stay in the folder. */
  close: () => Promise<void>
}

/** Root of the repository. */
export const house = fileURLToPath(new URL('../../..', import.meta.url))

const rethrow = (error: Error): void => {
  queueMicrotask(() => {
    throw error
  })
}

/**
 * Starts the whole system on this machine and resolves when every part responds.
 *
 * Throws `StackError` when a port is taken (before anything starts) or a part does not start (after stopping the others).
 */
export const startStack = async (options: StackOptions = {}): Promise<Stack> => {
  const { portBase = defaultPortBase, parts: names = partNames, isFresh = false, deviceLink = 'never' } = options
  const { dappOrigins = [], networks = [] } = options
  const { log = () => undefined, onFailure = rethrow, openServices } = options
  const dataFolder = options.dataFolder ?? join(house, '.latchkey', String(portBase))
  const ports = portsFrom(portBase)
  const urls = addressesOf(ports)

  await requireFreePorts(portsOf(names, ports))
  if (isFresh && existsSync(dataFolder)) rmSync(dataFolder, { recursive: true, force: true })
  // Kept only for this run: an ever-growing log would fill the disk.
  rmSync(join(dataFolder, backendLogName), { force: true })
  const parts: Parts = createParts({
    ports,
    urls,
    dataFolder,
    house,
    deviceLink,
    dappOrigins,
    networks,
    openServices,
    log,
    onFailure,
  })

  const close = async (): Promise<void> => {
    await Promise.all(Object.values(parts).map((part) => part.stop()))
  }
  try {
    await Promise.all(names.map((name) => parts[name].start()))
  } catch (error) {
    await close()
    throw error
  }
  const { chainA, chainB, bundlerA, bundlerB, solana, api, frame, identity, farcaster } = parts
  const held = { chainA, chainB, bundlerA, bundlerB, solana, api, frame, identity, farcaster }
  const clients = { mailbox: createMailboxClient(urls.inbox), setFault: createFaultClient(urls) }
  return { urls, ports, dataFolder, ...clients, ...held, close }
}

/** Throws one `StackError` that names every taken port of a whole stack, and the setting that moves them. */
export const requireStackPorts = (portBase: number): Promise<void> =>
  requireFreePorts(portsOf(partNames, portsFrom(portBase)))
