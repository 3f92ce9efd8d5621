import { AppError, type ErrorDetails, type ErrorName } from '@latchkey/protocol/errors'
import { type Vault, type VaultMethod, type VaultStage, vaultMethods } from '@latchkey/vault-protocol'
import type { Frame } from 'playwright'
import type { Probe } from './walletProbe.ts'

declare const probe: Probe
declare global {
  var vault: Vault
  var ending: AbortController
  var stage: VaultStage
}

/** The values that Node and the page exchange: Playwright carries no ArrayBuffer. */
type Carried = { bytes: number[] } | { value: unknown }
type Answer = { result: unknown } | { error: { name: string; message: string; details: ErrorDetails | undefined } }

/** The vault of a wallet document in a browser, for a test in Node. Call `connect` first. */
export type BrowserVault = Vault & { connect(vaultOrigin: string): Promise<void> }

export const browserVault = (frame: Frame): BrowserVault => {
  const connect = async (vaultOrigin: string): Promise<void> => {
    const answer = await frame.evaluate(async (vaultOrigin): Promise<Answer> => {
      try {
        globalThis.ending = new AbortController()
        const { signal } = globalThis.ending
        globalThis.stage ??= probe.createVaultStage(window)
        const { stage } = globalThis
        globalThis.vault = await probe.connectVault({ vaultOrigin, projectId: 'demo', document, stage, signal })
        return { result: null }
      } catch (thrown) {
        const { name, message, details } = thrown as AppError
        return { error: { name, message, details } }
      }
    }, vaultOrigin)
    settle(answer)
  }
  const call = async (name: VaultMethod, input: unknown): Promise<unknown> => {
    const answer = await frame.evaluate(
      async ([name, input]): Promise<Answer> => {
        const thaw = (carried: Carried): unknown =>
          'bytes' in carried ? Uint8Array.from(carried.bytes).buffer : carried.value
        const freeze = (value: unknown): Carried =>
          value instanceof ArrayBuffer ? { bytes: [...new Uint8Array(value)] } : { value }
        const each = (change: (value: never) => unknown, fields: object): object =>
          Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, change(value as never)]))
        try {
          const method = vault[name] as (input: unknown) => Promise<object | undefined>
          const result = await method(input && each(thaw, input))
          return { result: result && each(freeze, result) }
        } catch (thrown) {
          const { name, message, details } = thrown as AppError
          return { error: { name, message, details } }
        }
      },
      [name, input === undefined ? undefined : carry(input)] as const,
    )
    const result = settle(answer)
    return result === undefined ? undefined : uncarry(result as Record<string, Carried>)
  }
  const names = Object.keys(vaultMethods) as VaultMethod[]
  const methods = names.map((name) => [name, (input: unknown) => call(name, input)])
  return { ...(Object.fromEntries(methods) as Vault), connect }
}

const carry = (input: unknown): Record<string, Carried> =>
  Object.fromEntries(
    Object.entries(input ?? {}).map(([key, value]): [string, Carried] => [
      key,
      value instanceof ArrayBuffer ? { bytes: [...new Uint8Array(value)] } : { value },
    ]),
  )

const uncarry = (result: Record<string, Carried>): unknown =>
  Object.fromEntries(
    Object.entries(result).map(([key, carried]) => [
      key,
      'bytes' in carried ? Uint8Array.from(carried.bytes).buffer : carried.value,
    ]),
  )

const settle = (answer: Answer): unknown => {
  if ('result' in answer) return answer.result
  const { name, message, details } = answer.error
  if (details === undefined) throw new Error(`${name}: ${message}`)
  throw new AppError(name as ErrorName, { details })
}
