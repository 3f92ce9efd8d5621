import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { openAwsKms } from './awsKms.ts'
import { createAwsStandIn, standInSettings } from './awsStandIn.fixture.ts'
import type { AwsCredentials } from './signAwsRequest.ts'

const { credentials: _, ...settings } = standInSettings
const context = { purpose: 'auth share' }

/** Variables that the test machine must not contribute. */
const none = {
  AWS_PROFILE: undefined,
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
  AWS_WEB_IDENTITY_TOKEN_FILE: undefined,
  AWS_ROLE_ARN: undefined,
  AWS_CONTAINER_CREDENTIALS_FULL_URI: undefined,
  AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: undefined,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
  AWS_CONFIG_FILE: '/nowhere/config',
  AWS_REGION: settings.region,
}
const setEnvironment = (variables: Readonly<Record<string, string | undefined>>): void => {
  for (const [name, value] of Object.entries({ ...none, ...variables })) vi.stubEnv(name, value)
}
afterEach(() => {
  vi.unstubAllEnvs()
})

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

/** Creates temporary credentials, new ones at each request. The KMS accepts only the latest. */
const createRole = (lifeMs = 3_600_000) => {
  const role = { given: 0, lifeMs }
  const current = (): AwsCredentials => ({
    accessKeyId: `ASIA${role.given}`,
    secretAccessKey: `secret ${role.given}`,
    sessionToken: `session ${role.given}`,
  })
  const give = () => {
    role.given++
    const { accessKeyId, secretAccessKey, sessionToken } = current()
    return {
      AccessKeyId: accessKeyId,
      SecretAccessKey: secretAccessKey,
      Token: sessionToken,
      Expiration: new Date(Date.now() + role.lifeMs).toISOString(),
    }
  }
  const isOld = (accessKeyId: string) => accessKeyId !== `ASIA${role.given}`
  const aws = createAwsStandIn({ credentials: current, isExpired: isOld })
  return Object.assign(role, { give, open: () => openAwsKms(settings, { fetch: aws.fetch, clock: systemClock }) })
}

/** Emulates a container's role: a URL and a token in a file. */
const startContainer = async (lifeMs?: number) => {
  const role = createRole(lifeMs)
  const folder = mkdtempDisposableSync(join(tmpdir(), 'latchkey-aws-'))
  onTestFinished(() => folder.remove())
  const token = join(folder.path, 'token')
  writeFileSync(token, 'token-of-the-pod')
  let isDown = false
  const url = await serve((request, response) => {
    const isMeant = request.headers.authorization === 'token-of-the-pod'
    if (isDown || !isMeant) response.writeHead(isDown ? 500 : 401).end()
    else response.end(JSON.stringify(role.give()))
  })
  const variables = {
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/v1/credentials`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: token,
  }
  return { role, variables, break: () => (isDown = true) }
}

describe('a process without credentials in its settings', () => {
  test('has those of its container', async () => {
    const { role, variables } = await startContainer()
    setEnvironment(variables)
    const kms = role.open()
    const { key, wrapped } = await kms.generateDataKey(context)
    expect(await kms.unwrap(wrapped, context)).toEqual(key)
    expect(role.given).toBe(1)
  })

  test('has those of its web identity', async () => {
    const role = createRole()
    using folder = mkdtempDisposableSync(join(tmpdir(), 'latchkey-aws-'))
    const token = join(folder.path, 'token')
    writeFileSync(token, 'token-of-the-account')
    const asked: URLSearchParams[] = []
    const url = await serve(async (request, response) => {
      asked.push(new URLSearchParams(await bodyOf(request)))
      const { AccessKeyId, SecretAccessKey, Token, Expiration } = role.give()
      response.setHeader('content-type', 'text/xml').end(
        `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
           <Credentials><AccessKeyId>${AccessKeyId}</AccessKeyId><SecretAccessKey>${SecretAccessKey}</SecretAccessKey>
           <SessionToken>${Token}</SessionToken><Expiration>${Expiration}</Expiration></Credentials>
         </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
      )
    })
    setEnvironment({
      AWS_WEB_IDENTITY_TOKEN_FILE: token,
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/custody',
      AWS_ENDPOINT_URL_STS: url,
    })
    await role.open().generateDataKey(context)
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      Action: 'AssumeRoleWithWebIdentity',
      RoleArn: 'arn:aws:iam::123456789012:role/custody',
      WebIdentityToken: 'token-of-the-account',
    })
  })

  test('has those of its machine, asked for with a session (IMDSv2)', async () => {
    const role = createRole()
    const url = await serve((request, response) => {
      const isSession = request.headers['x-aws-ec2-metadata-token'] === 'a session'
      if (request.method === 'PUT' && request.url === '/latest/api/token') response.end('a session')
      else if (!isSession) response.writeHead(401).end()
      else if (request.url?.endsWith('/security-credentials/')) response.end('custody')
      else response.end(JSON.stringify({ Code: 'Success', Type: 'AWS-HMAC', ...role.give() }))
    })
    setEnvironment({ AWS_EC2_METADATA_DISABLED: undefined, AWS_EC2_METADATA_SERVICE_ENDPOINT: url })
    await role.open().generateDataKey(context)
    expect(role.given).toBe(1)
  })

  test('says so when it has no role, and what to do', async () => {
    setEnvironment({})
    await expect(createRole().open().generateDataKey(context)).rejects.toThrow(
      'AWS KMS: no credentials (CredentialsProviderError). Give the service a role',
    )
  })
})

test('credentials that are about to expire are renewed while calls go on', async () => {
  const { role, variables } = await startContainer(60_000)
  setEnvironment(variables)
  const kms = role.open()
  await kms.generateDataKey(context)
  role.lifeMs = 3_600_000
  await expect
    .poll(async () => [await kms.generateDataKey(context).then(() => 'served'), role.given])
    .toEqual(['served', 2])
})

test('credentials that AWS calls expired are renewed at once, and the call is made again', async () => {
  const { role, variables } = await startContainer()
  setEnvironment(variables)
  const kms = role.open()
  const { key, wrapped } = await kms.generateDataKey(context)
  role.give()
  expect(await kms.unwrap(wrapped, context)).toEqual(key)
  expect(role.given).toBe(3)
})

test('while they cannot be renewed, the keys are out of reach', async () => {
  const { role, variables, break: stop } = await startContainer()
  setEnvironment(variables)
  const kms = role.open()
  await kms.generateDataKey(context)
  stop()
  role.give()
  await expect(kms.generateDataKey(context)).rejects.toMatchObject({ name: 'KEYS_UNREACHABLE' })
})
