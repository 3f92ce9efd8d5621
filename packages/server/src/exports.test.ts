import { expect, test } from 'vitest'
import * as express from './express.ts'
import * as hono from './hono.ts'
import * as server from './index.ts'
import * as next from './next.ts'

test('the public surface', () => {
  expect(Object.keys(server).sort()).toEqual(['LatchkeyError', 'createNonce', 'createVerifier'])
  expect(Object.keys(hono)).toEqual(['requireIdToken'])
  expect(Object.keys(express)).toEqual(['requireIdToken'])
  expect(Object.keys(next)).toEqual(['createSignInRoute'])
})
