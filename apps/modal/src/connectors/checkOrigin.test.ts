import { failedBody } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { checkOrigin } from './checkOrigin.ts'

const origin = 'https://dapp.example'
const asked = (answer: () => Response) =>
  checkOrigin({
    origin,
    apiUrl: 'https://api.example',
    projectId: 'demo',
    sdkVersion: '1.0.0',
    fetch: async () => answer(),
  })
const listing = (...allowedOrigins: string[]) => Response.json({ allowedOrigins, smartAccounts: [] })

test('a page whose origin is listed may use the wallet, another may not', async () => {
  await expect(asked(() => listing('https://other.example', origin))).resolves.toBeUndefined()
  await expect(asked(() => listing('https://other.example'))).rejects.toMatchObject({ name: 'ORIGIN_NOT_ALLOWED' })
  await expect(asked(() => listing())).rejects.toMatchObject({ name: 'ORIGIN_NOT_ALLOWED' })
})

test.each([
  ['401', () => Response.json({ message: 'no' }, { status: 401 })],
  ['404', () => new Response('<html>not found</html>', { status: 404 })],
])('an answer that fails otherwise (%s) allows no page', async (_, answer) => {
  await expect(asked(answer)).rejects.toMatchObject({ name: 'ORIGIN_NOT_ALLOWED' })
})

test.each([
  ['SERVICE_UNAVAILABLE', () => Response.json(failedBody(new AppError('SERVICE_UNAVAILABLE')), { status: 503 })],
  ['INTERNAL', () => Response.json(failedBody(new AppError('INTERNAL')), { status: 500 })],
  ['SERVICE_UNREACHABLE', () => new Response('<html>sign in</html>')],
  ['INTERNAL', () => Response.json({ allowedOrigins: 'https://dapp.example' })],
] as const)('%s that isn’t a 4xx says nothing about the page', async (name, answer) => {
  await expect(asked(answer)).rejects.toMatchObject({ name })
})

test.each(['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED'] as const)('the api’s own %s stays what it is', async (name) => {
  const body = { error: new AppError(name).toWire() }
  await expect(asked(() => Response.json(body, { status: 403 }))).rejects.toMatchObject({ name })
})
