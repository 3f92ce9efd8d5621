import { expect, test } from 'vitest'
import { parseOptions } from './parseOptions.ts'
import { frameAddress } from './Target.ts'

const least = ['http://wallet.example', '--project', 'demo', '--mail', 'http://mail.example']

test('the least that is asked for is a frame, a project and an inbox', () => {
  const { target, profiles, isJson } = parseOptions(least)
  expect(target).toMatchObject({ projectId: 'demo', origin: 'http://localhost:3000', chains: [31337, 1337] })
  expect(target.frameUrl.href).toBe('http://wallet.example/sdk')
  expect(target.timeoutMs).toBe(10_000)
  expect(profiles).toEqual([4, 5])
  expect(isJson).toBe(false)
})

test('every option is taken', () => {
  const more = '--profile 5 --origin https://dapp.example/x --chains 1,10 --timeout 500 --browser /b --json'.split(' ')
  const options = parseOptions([...least, ...more, '--confirm', 'yes', '--reject', 'no'])
  expect(options).toMatchObject({ profiles: [5], browserPath: '/b', isJson: true })
  expect(options.target).toMatchObject({ origin: 'https://dapp.example', chains: [1, 10], timeoutMs: 500 })
  expect(options.target.confirm.test('YES, please')).toBe(true)
  expect(options.target.reject.test('No')).toBe(true)
})

test.each([
  ['no frame', [], '<frame url> is missing'],
  ['a frame that is no address', ['wallet'], '<frame url> is no http address: wallet'],
  ['two frames', [...least, 'http://other.example'], 'One frame at a time'],
  ['no project', ['http://wallet.example', '--mail', 'http://mail.example'], '--project is missing'],
  ['no inbox', ['http://wallet.example', '--project', 'demo'], '--mail is missing'],
  ['another profile', [...least, '--profile', '6'], '--profile is 4, 5 or both, not 6'],
  ['one chain', [...least, '--chains', '1'], '--chains takes two different EVM chain ids'],
  ['the same chain twice', [...least, '--chains', '1,1'], '--chains takes two different EVM chain ids'],
  ['a time that is none', [...least, '--timeout', 'long'], '--timeout takes a number of milliseconds, not long'],
  ['a pattern that is none', [...least, '--confirm', '('], '--confirm is no pattern: ('],
  ['an option that does not exist', [...least, '--quiet'], '--quiet'],
])('%s is said in one line', (_, args, message) => {
  expect(() => parseOptions(args)).toThrow(message)
})

test('the frame’s address carries what a client sends, and changes as asked', () => {
  const { target } = parseOptions(least)
  const query = new URL(frameAddress(target, 5, { chainId: null, extra: 'x' })).searchParams
  expect(Object.fromEntries(query)).toEqual({ projectId: 'demo', version: '5', enableLogger: 'false', extra: 'x' })
})
