import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { loadForProvider, toDestroyedError, toDisconnectedError, toUnreachableError } from './toEarlyError.ts'
import { toProviderError } from './toProviderError.ts'

test('an unreachable service is to a dapp what the catalogue makes of it', () => {
  const cause = new TypeError('Failed to fetch')
  const early = toUnreachableError(cause)
  const { message, code, data } = toProviderError(new AppError('SERVICE_UNREACHABLE'))
  expect(early).toBeInstanceOf(Error)
  expect(early).toMatchObject({ name: 'ProviderRpcError', message, code, data, cause })
})

test('a destroyed modal is disconnected', () => {
  const { code, data } = toProviderError(new AppError('DISCONNECTED'))
  expect(toDestroyedError()).toMatchObject({ name: 'ProviderRpcError', code, data })
})

test('the event of a wallet that has ended carries what every other error carries', () => {
  const cause = new AppError('DISCONNECTED')
  const { message, code, data } = toProviderError(cause)
  expect(toDisconnectedError(cause)).toMatchObject({ name: 'ProviderRpcError', message, code, data, cause })
})

test('a part that is lost on its way rejects as EIP-1193 has it', async () => {
  await expect(loadForProvider(Promise.resolve('part'))).resolves.toBe('part')
  await expect(loadForProvider(Promise.reject(new TypeError('Failed to fetch')))).rejects.toMatchObject({
    name: 'ProviderRpcError',
    code: 4900,
    data: { name: 'SERVICE_UNREACHABLE' },
  })
})
