import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSecretFiles } from './readSecretFiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

const secretFile = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('readSecretFiles', () => {
  test.each([
    ['smtp://user:secret@mail', 'smtp://user:secret@mail'],
    ['smtp://user:secret@mail\n', 'smtp://user:secret@mail'],
    ['smtp://user:secret@mail\r\n', 'smtp://user:secret@mail'],
    [' two lines \nof it \n\n', ' two lines \nof it \n'],
  ])('reads %j and drops only the line break at its end', (content, secret) => {
    const path = secretFile('smtp', content)
    expect(readSecretFiles({ PORT: '3002', SMTP_URL_FILE: path })).toEqual({ PORT: '3002', SMTP_URL: secret })
  })

  test.each([
    'DATABASE_URL',
    'API_DATABASE_PASSWORD',
    'CUSTODY_DATABASE_PASSWORD',
    'REDIS_URL',
    'CACHE_URL',
    'NODES',
    'PAYMASTER_KEY',
    'AWS_SECRET_ACCESS_KEY',
    'SOCIAL_GOOGLE_CLIENT_SECRET',
  ])('reads %s', (name) => {
    expect(readSecretFiles({ [`${name}_FILE`]: secretFile(name, 'a secret\n') })).toEqual({ [name]: 'a secret' })
  })

  test('leaves settings that are files themselves as they are', () => {
    const variables = {
      PROJECTS_FILE: '/nowhere/projects.json',
      KEY_RING_FILE: '/nowhere/keys.json',
      SOCIAL_APPLE_PRIVATE_KEY_FILE: '/nowhere/apple.p8',
      MAIL_FROM_FILE: '/nowhere/from',
    }
    expect(readSecretFiles(variables)).toEqual(variables)
  })

  test('takes an empty variable for an unset one', () => {
    const path = secretFile('redis', 'redis://cache')
    expect(readSecretFiles({ SMTP_URL: 'smtp://mail', SMTP_URL_FILE: '' })).toEqual({ SMTP_URL: 'smtp://mail' })
    expect(readSecretFiles({ REDIS_URL: '', REDIS_URL_FILE: path })).toEqual({ REDIS_URL: 'redis://cache' })
  })

  test('names every file that has no secret, and shows no secret', () => {
    const read = () =>
      readSecretFiles({
        SMTP_URL: 'smtp://user:hunter2@mail',
        SMTP_URL_FILE: secretFile('twice', 'smtp://user:hunter3@mail'),
        DATABASE_URL_FILE: join(folder, 'missing'),
        REDIS_URL_FILE: folder,
        CACHE_URL_FILE: secretFile('empty', '\n'),
        PAYMASTER_KEY_FILE: secretFile('large', 'hunter4'.repeat(10_000)),
      })
    expect(read).toThrow('SMTP_URL_FILE: there is SMTP_URL too, and a secret is in one place')
    expect(read).toThrow(`DATABASE_URL_FILE: ${join(folder, 'missing')} can't be read (ENOENT)`)
    expect(read).toThrow(`REDIS_URL_FILE: ${folder} can't be read (EISDIR)`)
    expect(read).toThrow(`CACHE_URL_FILE: ${join(folder, 'empty')} is empty`)
    expect(read).toThrow(`PAYMASTER_KEY_FILE: ${join(folder, 'large')} is larger than 65536 bytes`)
    expect(read).not.toThrow('hunter')
  })
})
