import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { readProject, silenceWords } from './readProject.ts'

const now = async () => undefined

describe('readProject', () => {
  test('asks again while the service is away', async () => {
    let tries = 0
    const ask = async () => {
      if (++tries < 4) throw new AppError('SERVICE_UNREACHABLE')
      return { allowedOrigins: ['https://dapp.example'], approvals: 'popup' }
    }
    expect(await readProject(ask, now)).toEqual({ allowedOrigins: ['https://dapp.example'], approvals: 'popup' })
  })

  test.each(['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED'] as const)('%s allows nobody', async (name) => {
    const ask = async () => {
      throw new AppError(name)
    }
    expect(await readProject(ask, now)).toEqual({ allowedOrigins: [], refusal: name })
  })

  test.each([
    ['PROJECT_UNKNOWN', 'the api has no project demo'],
    ['ORIGIN_NOT_ALLOWED', 'the api serves no wallet at https://wallet.example'],
    [undefined, "this page's origin isn't listed for project demo"],
  ] as const)('tells the developer apart why nothing is answered: %s', (refusal, words) => {
    expect(silenceWords(refusal, 'demo', 'https://wallet.example')).toContain(words)
  })

  test('gives up in the end', async () => {
    const ask = async () => {
      throw new AppError('SERVICE_UNREACHABLE')
    }
    await expect(readProject(ask, now)).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  })
})
