import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSocial } from './socialSettings.ts'

const google = { SOCIAL_GOOGLE_CLIENT_ID: 'g', SOCIAL_GOOGLE_CLIENT_SECRET: 'of google' }
const apple = {
  SOCIAL_APPLE_CLIENT_ID: 'a',
  SOCIAL_APPLE_TEAM_ID: 'team',
  SOCIAL_APPLE_KEY_ID: 'key',
  SOCIAL_APPLE_PRIVATE_KEY: 'one\\ntwo',
}
const github = { SOCIAL_GITHUB_CLIENT_ID: 'h', SOCIAL_GITHUB_CLIENT_SECRET: 'of github' }

test('a provider is on when its client id is set, at its public addresses unless others are named', () => {
  expect(readSocial({ SOCIAL_X_CLIENT_ID: '' })).toEqual({})
  expect(
    readSocial({ ...google, ...apple, ...github, SOCIAL_GITHUB_TOKEN_URL: 'http://localhost:1/token', PATH: '/bin' }),
  ).toEqual({
    google: { clientId: 'g', issuer: 'https://accounts.google.com', clientSecret: 'of google' },
    apple: {
      clientId: 'a',
      issuer: 'https://appleid.apple.com',
      teamId: 'team',
      keyId: 'key',
      privateKeyPem: 'one\ntwo',
    },
    github: {
      clientId: 'h',
      issuer: 'https://github.com',
      clientSecret: 'of github',
      authorizeUrl: 'https://github.com/login/oauth/authorize',
      tokenUrl: 'http://localhost:1/token',
      profileUrl: 'https://api.github.com/user',
      emailsUrl: 'https://api.github.com/user/emails',
    },
  })
})

test('the key of Apple may lie in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-apple-'))
  const file = join(folder, 'key.p8')
  writeFileSync(file, 'three')
  const { SOCIAL_APPLE_PRIVATE_KEY: _, ...rest } = apple
  expect(readSocial({ ...rest, SOCIAL_APPLE_PRIVATE_KEY_FILE: file }).apple).toMatchObject({ privateKeyPem: 'three' })
  rmSync(folder, { recursive: true })
  expect(() => readSocial({ ...rest, SOCIAL_APPLE_PRIVATE_KEY_FILE: file })).toThrow('cannot be read')
})

test.each<[string, Record<string, string>, string]>([
  ['a secret that is missing', { SOCIAL_DISCORD_CLIENT_ID: 'd' }, 'SOCIAL_DISCORD_CLIENT_SECRET: is missing'],
  ['no key of Apple', { SOCIAL_APPLE_CLIENT_ID: 'a' }, 'SOCIAL_APPLE_PRIVATE_KEY: needed'],
  ['two keys of Apple', { ...apple, SOCIAL_APPLE_PRIVATE_KEY_FILE: '/a' }, 'SOCIAL_APPLE_PRIVATE_KEY: needed'],
  ['a secret without a client', { SOCIAL_X_CLIENT_SECRET: 's3' }, 'SOCIAL_X_CLIENT_SECRET: has no use without'],
  ['a name nearly right', { ...google, SOCIAL_GOOGLE_SECRET: 's3' }, 'SOCIAL_GOOGLE_SECRET: there is no such setting'],
  ['an endpoint that is discovered', { ...google, SOCIAL_GOOGLE_TOKEN_URL: 'https://a.example' }, 'no such setting'],
  ['a secret of Apple’s', { ...apple, SOCIAL_APPLE_CLIENT_SECRET: 's3' }, 'no such setting'],
  ['an open address', { ...google, SOCIAL_GOOGLE_ISSUER: 'http://a.example' }, 'SOCIAL_GOOGLE_ISSUER: must be https'],
  ['no address', { ...github, SOCIAL_GITHUB_PROFILE_URL: 'a.example' }, 'SOCIAL_GITHUB_PROFILE_URL: must be an http'],
])('%s keeps the api from starting, and no value is repeated', (_, variables, reason) => {
  expect(() => readSocial(variables)).toThrow(reason)
  expect(() => readSocial(variables)).not.toThrow(/s3|a\.example|of g/)
})
