import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { type SecurityContact, securityText, securityTextPath } from './securityText.ts'
import { sender } from './sender.ts'

const origin = 'https://wallet.example'
const contacts = ['mailto:security@example.com', 'https://example.com/report']
const ask = (contact: SecurityContact | undefined) =>
  new Hono()
    .get(securityTextPath, securityText({ send: sender(origin), origin, contact, now: () => Date.UTC(2026, 0, 1) }))
    .request(securityTextPath)

test('finders of faults read whom to write to, and until when', async () => {
  const response = await ask({ contacts, expires: new Date('2026-12-31T00:00:00Z') })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await response.text()).toBe(
    'Contact: mailto:security@example.com\nContact: https://example.com/report\n' +
      'Expires: 2026-12-31T00:00:00.000Z\nCanonical: https://wallet.example/.well-known/security.txt\n',
  )
})

test.each([
  ['without contacts', undefined],
  ['once they have expired', { contacts, expires: new Date('2025-12-31T00:00:00Z') }],
])('there is none %s', async (_, contact) => {
  expect((await ask(contact)).status).toBe(404)
})
