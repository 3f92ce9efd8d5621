import { describe, expect, test } from 'vitest'
import { signAwsRequest } from './signAwsRequest.ts'

/** From published examples: AWS's Signature Version 4 test suite, and the example of its general reference. */
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const scope = { region: 'us-east-1', service: 'service', credentials, now: new Date('2015-08-30T12:36:00Z') }
const signatureOf = (headers: Record<string, string>) => /Signature=(\w+)$/.exec(headers.authorization ?? '')?.[1]
const sign = (method: string, url: string, headers: Record<string, string> = {}, service = 'service') =>
  signAwsRequest({ method, url: new URL(url), headers, body: '' }, { ...scope, service })

describe('published vectors', () => {
  test.each([
    [
      'get-vanilla',
      'GET',
      'https://example.amazonaws.com/',
      '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'post-vanilla',
      'POST',
      'https://example.amazonaws.com/',
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    ],
    [
      'get-vanilla-query-order-key-case',
      'GET',
      'https://example.amazonaws.com/?Param2=value2&Param1=value1',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
  ])('%s', (_, method, url, signature) => {
    expect(signatureOf(sign(method, url))).toBe(signature)
  })

  test('the ListUsers example', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const url = 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08'
    expect(sign('GET', url, headers, 'iam')).toEqual({
      ...headers,
      'x-amz-date': '20150830T123600Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
    })
  })
})

test('a session token is sent and signed', () => {
  const temporary = { ...scope, credentials: { ...credentials, sessionToken: 'token' } }
  const request = { method: 'POST', url: new URL('https://kms.example/'), headers: {}, body: '{}' }
  const headers = signAwsRequest(request, temporary)
  expect(headers['x-amz-security-token']).toBe('token')
  expect(headers.authorization).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token,')
})
