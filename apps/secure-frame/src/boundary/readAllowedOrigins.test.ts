import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { readAllowedOrigins } from './readAllowedOrigins.ts'

const now = async () => undefined

describe('readAllowedOrigins', () => {
  test('asks again while the service is away', async () => {
    let tries = 0
    const ask = async () => {
      if (++tries < 4) throw new AppError('SERVICE_UNREACHABLE')
      return { allowedOrigins: ['https://dapp.example'] }
    }
    expect(await readAllowedOrigins(ask, now)).toEqual(['https://dapp.example'])
  })

  test.each(['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED'] as const)('%s allows nobody', async (name) => {
    const ask = async () => {
      throw new AppError(name)
    }
    expect(await readAllowedOrigins(ask, now)).toEqual([])
  })

  test('gives up in the end', async () => {
    const ask = async () => {
      throw new AppError('SERVICE_UNREACHABLE')
    }
    await expect(readAllowedOrigins(ask, now)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  })
})
