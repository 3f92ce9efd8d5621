import { describe, expect, test } from 'vitest'
import { providers } from './providers.ts'
import { readUserName } from './readUserName.ts'

describe('a name', () => {
  test.each<[string | null, string | null]>([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['  Ada \n\t Lovelace ', 'Ada Lovelace'],
    ['Ada\u202eecalevoL\u200b', 'Ada ecalevoL'],
    ['\u0000\u2028', null],
    ['', null],
    [null, null],
    ['Ada \ud800', 'Ada \ufffd'],
    ['é'.repeat(100), 'é'.repeat(64)],
    ['👩'.repeat(100), '👩'.repeat(64)],
  ])('%j is shown as %j', (name, shown) => {
    expect(readUserName(name)).toBe(shown)
  })
})

describe('a user', () => {
  const google = (claims: unknown) => providers.google.readPerson(claims)
  const apple = (claims: unknown, user: string | null = null) => providers.apple.readPerson(claims, user)
  const github = (profile: unknown, emails: unknown) => providers.github.readPerson(profile, emails)
  const nobody = { email: null, userName: null }

  test('is a number or a text, and nothing that stands beside it keeps them out', () => {
    expect(google({ sub: 'a', email: 7, email_verified: 'yes', name: {} })).toEqual({ subject: 'a', ...nobody })
    expect(google({ sub: 'a', email: 'not an address', email_verified: true })).toEqual({ subject: 'a', ...nobody })
    expect(github({ id: 7, login: null }, [])).toEqual({ subject: '7', ...nobody })
    expect(providers.x.readPerson({ data: { id: '7' } })).toEqual({ subject: '7', ...nobody })
    expect(providers.facebook.readPerson({ id: '7', name: 'Ada', email: 'ada@example.com' })).toEqual({
      subject: '7',
      email: null,
      userName: 'Ada',
    })
    const said = { id: '7', username: 'ada', email: 'ada@example.com' }
    for (const verified of [false, 'true', undefined])
      expect(providers.discord.readPerson({ ...said, verified })).toMatchObject({ email: null })
  })

  test.each<[string, () => unknown]>([
    ['Google without a subject', () => google({ email: 'ada@example.com' })],
    ['Google with an empty one', () => google({ sub: '' })],
    ['Google with one of 256 characters', () => google({ sub: 'a'.repeat(256) })],
    ['GitHub without an id', () => github({ login: 'ada' }, [])],
    ['GitHub with half a number', () => github({ id: 7.5 }, [])],
    ['GitHub with a number that is not exact', () => github({ id: 2 ** 53 }, [])],
    ['GitHub with addresses that are no list', () => github({ id: 7 }, { message: 'Not Found' })],
    ['X with an error in place of data', () => providers.x.readPerson({ errors: [] })],
    ['Facebook with nothing', () => providers.facebook.readPerson(null)],
    ['Discord with a list', () => providers.discord.readPerson([])],
  ])('of %s is nobody', (_, read) => {
    expect(read).toThrow()
  })

  test('of GitHub has the primary address, when it is verified', () => {
    const email = (primary: boolean, verified: boolean) => ({ email: `${primary}@example.com`, primary, verified })
    expect(github({ id: 7 }, [email(false, true), email(true, true)]).email).toBe('true@example.com')
    expect(github({ id: 7 }, [email(false, true), email(true, false)]).email).toBeNull()
  })

  test.each<[string | null, string | null]>([
    [null, null],
    ['{"name":{"firstName":"Ada","lastName":"Lovelace"}}', 'Ada Lovelace'],
    ['{"name":{"firstName":"Ada"}}', 'Ada'],
    ['{"name":{"firstName":7}}', null],
    ['{"name":"Ada"}', null],
    ['{', null],
    ['null', null],
  ])('of Apple who says %s beside the code is called %j', (user, userName) => {
    expect(apple({ sub: 'a', email_verified: 'false', email: 'ada@example.com' }, user)).toEqual({
      subject: 'a',
      email: null,
      userName,
    })
  })
})
