import { getAddress, recoverMessageAddress, recoverTypedDataAddress, stringToHex } from 'viem'
import { Deviation, must, show } from '../Deviation.ts'
import type { Answer, Line } from '../openLine.ts'
import type { RuleGroup } from '../Rule.ts'
import type { Scene } from '../Scene.ts'
import { bytes, mustBe } from '../shapes.ts'
import { person } from './person.ts'

type Sitting = { line: Line; address: `0x${string}`; hand: ReturnType<typeof person> }

/** The sustained limit is five approvals per second (custody design, section 6): no rule exceeds it with this pause. */
const restMs = 800

/** Runs `work` with the signed-in user at the frame. Requests that are still pending afterwards are dropped. */
const sit = async ({ testUser, target }: Scene, work: (sitting: Sitting) => Promise<void>): Promise<void> => {
  const [line, address] = [await testUser.line(), await testUser.address()]
  await line.page.waitForTimeout(restMs)
  await work({ line, address, hand: person(line, target) })
  await line.get('RPC_ABORT')
}

/** Returns a unique text to sign. */
const newText = (): string => `Checked by the conformance kit ${crypto.randomUUID().slice(0, 8)}`
const personalSign = (text: string, address: string) => ({
  method: 'personal_sign',
  params: [stringToHex(text), address],
})
const types = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'chainId', type: 'uint256' },
  ],
  Note: [{ name: 'text', type: 'string' }],
} as const
const typedData = (text: string, chainId: number) => ({
  domain: { name: 'Conformance kit', chainId },
  primaryType: 'Note' as const,
  types,
  message: { text },
})
const signTypedData = (text: string, chainId: number, address: string) => ({
  method: 'eth_signTypedData_v4',
  params: [address, JSON.stringify(typedData(text, chainId))],
})

const ask = (line: Line, payload: unknown): Promise<string> => line.send('RPC_REQUEST', payload)
const signatureIn = (answer: Answer): `0x${string}` => {
  if (!answer.isSuccess) throw new Deviation(`it failed: ${show(answer.error)}`)
  mustBe(bytes, answer.payload, 'the signature')
  return answer.payload as `0x${string}`
}
const mustBeRejected = (line: Line, answer: Answer): void => {
  if (answer.isSuccess) throw new Deviation(`it succeeded: ${show(answer.payload)}`)
  must(/user rejected/i.test(answer.error.message), `the message is ${show(answer.error.message)}`)
  must(line.profile === 4 || answer.error.code === 4001, `the code is ${show(answer.error.code)}, not 4001`)
}
const mustWait = async (line: Line, id: string, what: string): Promise<void> => {
  await line.settle()
  const [answer] = await line.heardOf(id)
  must(answer === undefined, `${what} was answered: ${show(answer?.data)}`)
}

/** Returns an EIP-4361 message with this host and address. */
const signInMessage = (host: string, address: string, chainId: number): string =>
  [
    `${host} wants you to sign in with your Ethereum account:`,
    getAddress(address),
    '',
    'Sign in',
    '',
    `URI: https://${host}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    'Nonce: a1b2c3d4e5f6',
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n')

/** Approvals: what the frame shows before it signs, and what it answers on confirm and reject. */
export const approvals: RuleGroup = {
  title: 'What a user approves',
  rules: [
    {
      profile: 'both',
      name: 'personal_sign shows the text and the page’s origin, and after Confirm answers a signature of the account',
      source: 'wire 5',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const message = newText()
          const id = await ask(line, personalSign(message, address.toLowerCase()))
          await hand.sees(message)
          await hand.sees(new URL(scene.target.origin).host)
          await hand.confirm()
          const signature = signatureIn(await line.answer(id, 'RPC_REQUEST'))
          const signer = await recoverMessageAddress({ message, signature })
          must(signer === getAddress(address), `it was signed by ${signer}`)
        }),
    },
    {
      profile: 'both',
      name: 'eth_signTypedData_v4 shows the values, and after Confirm answers a signature of the account',
      source: 'wire 5',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const [text, chainId] = [newText(), scene.target.chains[0]]
          const id = await ask(line, signTypedData(text, chainId, address))
          await hand.sees(text)
          await hand.confirm()
          const signature = signatureIn(await line.answer(id, 'RPC_REQUEST'))
          const signed = typedData(text, chainId)
          const signer = await recoverTypedDataAddress({
            ...signed,
            domain: { ...signed.domain, chainId: BigInt(chainId) },
            signature,
          })
          must(signer === getAddress(address), `it was signed by ${signer}`)
        }),
    },
    {
      profile: 'both',
      name: 'a rejected personal_sign fails with the words “user rejected”',
      source: 'wire 2',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const id = await ask(line, personalSign(newText(), address))
          await hand.reject()
          mustBeRejected(line, await line.answer(id, 'RPC_REQUEST'))
        }),
    },
    {
      profile: 'both',
      name: 'a rejected eth_signTypedData_v4 fails with the words “user rejected”',
      source: 'wire 2',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const id = await ask(line, signTypedData(newText(), scene.target.chains[0], address))
          await hand.reject()
          mustBeRejected(line, await line.answer(id, 'RPC_REQUEST'))
        }),
    },
    {
      profile: 'both',
      name: 'eth_sendTransaction is never answered with a hash before a user has agreed',
      source: 'wire 5',
      check: (scene) =>
        sit(scene, async ({ line, address }) => {
          const params = [{ from: address, to: address, value: '0x0' }]
          const id = await ask(line, { method: 'eth_sendTransaction', params })
          await line.page.waitForTimeout(armedAfterMs)
          await line.get('RPC_ABORT')
          // An account without funds may have received an error at once.
          const answer = await line.answer(id, 'RPC_REQUEST')
          must(!answer.isSuccess, `it succeeded: ${show(answer.raw)}`)
        }),
    },
    {
      profile: 'both',
      name: 'an approval is answered exactly once',
      source: 'wire 3',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const id = await ask(line, personalSign(newText(), address))
          await hand.reject()
          await line.answer(id, 'RPC_REQUEST')
          await line.get('RPC_ABORT')
          await line.settle()
          const count = (await line.heardOf(id)).length
          must(count === 1, `it was answered ${count} times`)
        }),
    },
    {
      profile: 'both',
      name: 'while an approval waits, reads, SYNC_THEME and GET_USER are answered',
      source: 'wire 3',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const message = newText()
          const id = await ask(line, personalSign(message, address))
          await hand.sees(message)
          await line.get('SYNC_THEME', { themeMode: 'dark' })
          await line.get('RPC_REQUEST', { method: 'eth_blockNumber', params: [] })
          await line.get('GET_USER')
          await mustWait(line, id, 'the approval')
        }),
    },
    {
      profile: 'both',
      name: 'RPC_ABORT without an id ends every approval that waits, with an error',
      source: 'wire 4',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const message = newText()
          const ids = [await ask(line, personalSign(message, address)), await ask(line, personalSign('two', address))]
          await hand.sees(message)
          await line.get('RPC_ABORT')
          for (const id of ids) {
            const answer = await line.answer(id, 'RPC_REQUEST')
            must(!answer.isSuccess, `one succeeded: ${show(answer.raw)}`)
          }
          must(!(await hand.isSeeing(message)), 'the request is still on screen')
        }),
    },
    {
      profile: 5,
      name: 'RPC_ABORT with an id ends that approval alone, with the code 4001',
      source: 'wire 4',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const [first, second] = [newText(), newText()]
          const ids = [await ask(line, personalSign(first, address)), await ask(line, personalSign(second, address))]
          await hand.sees(first)
          await line.get('RPC_ABORT', { id: ids[0] })
          const answer = await line.answer(ids[0] ?? '', 'RPC_REQUEST')
          must(!answer.isSuccess && answer.error.code === 4001, `it was answered ${show(answer.raw)}`)
          await hand.sees(second)
          await mustWait(line, ids[1] ?? '', 'the other one')
        }),
    },
    {
      profile: 5,
      name: 'RPC_ABORT with an id that nobody has used ends nothing',
      source: 'wire 4',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const message = newText()
          const id = await ask(line, personalSign(message, address))
          await hand.sees(message)
          await line.get('RPC_ABORT', { id: crypto.randomUUID() })
          await mustWait(line, id, 'the approval')
        }),
    },
    {
      profile: 'both',
      name: 'one approval is on screen at a time, the next one after it, in the order in which they came',
      source: 'custody 6',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const [first, second] = [newText(), newText()]
          const ids = [await ask(line, personalSign(first, address)), await ask(line, personalSign(second, address))]
          await hand.sees(first)
          must(!(await hand.isSeeing(second)), 'both are on screen')
          await hand.reject()
          mustBeRejected(line, await line.answer(ids[0] ?? '', 'RPC_REQUEST'))
          await hand.sees(second)
          await mustWait(line, ids[1] ?? '', 'the second one')
        }),
    },
    {
      profile: 'both',
      name: 'RELOAD drops what waits for a user and leaves them signed in',
      source: 'wire 4',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const message = newText()
          const id = await ask(line, personalSign(message, address))
          await hand.sees(message)
          await line.get('RELOAD')
          const answer = await line.answer(id, 'RPC_REQUEST')
          must(!answer.isSuccess, `it succeeded: ${show(answer.raw)}`)
          await line.get('GET_USER')
        }),
    },
    {
      profile: 'both',
      name: 'a signature of another account is refused without a screen',
      source: 'custody 6',
      check: (scene) =>
        sit(scene, async ({ line, hand }) => {
          const stranger = `0x${'1'.repeat(40)}`
          await line.fail('RPC_REQUEST', personalSign(newText(), stranger))
          await line.fail('RPC_REQUEST', signTypedData(newText(), scene.target.chains[0], stranger))
          await line.fail('RPC_REQUEST', {
            method: 'eth_sendTransaction',
            params: [{ from: stranger, to: stranger, value: '0x0' }],
          })
          must(!(await hand.hasConfirm()), 'there is something to confirm')
        }),
    },
    {
      profile: 'both',
      name: 'typed data of another chain than the active one are refused without a screen',
      source: 'custody 6',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          await line.fail('RPC_REQUEST', signTypedData(newText(), scene.target.chains[1], address))
          must(!(await hand.hasConfirm()), 'there is something to confirm')
        }),
    },
    {
      profile: 'both',
      name: 'typed data that are none are refused without a screen',
      source: 'wire 7',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          for (const json of ['', '{', '[]', 'null', '{"types":{},"primaryType":"X","domain":{},"message":{}}'])
            await line.fail('RPC_REQUEST', { method: 'eth_signTypedData_v4', params: [address, json] })
          must(!(await hand.hasConfirm()), 'there is something to confirm')
        }),
    },
    {
      profile: 'both',
      name: 'a sign-in message for another domain cannot be confirmed',
      source: 'custody 6',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const text = signInMessage('elsewhere.example', address, scene.target.chains[0])
          const id = await ask(line, personalSign(text, address))
          await Promise.race([hand.sees('elsewhere.example'), line.answer(id, 'RPC_REQUEST')])
          must(!(await hand.hasConfirm()), 'there is something to confirm')
        }),
    },
    {
      profile: 'both',
      name: 'a click that a script makes confirms nothing',
      source: 'custody 6',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const message = newText()
          const id = await ask(line, personalSign(message, address))
          await hand.sees(message)
          await hand.scriptClicks()
          await line.page.waitForTimeout(armedAfterMs)
          await hand.scriptClicks()
          await line.settle()
          await mustWait(line, id, 'the approval')
        }),
    },
    {
      profile: 'both',
      name: 'what a page says of itself does not take the place of its origin',
      source: 'custody 6',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const { projectId } = scene.target
          const url = 'https://bank.example'
          const metadata = { name: 'Conformance kit', description: '', url, icons: [] }
          await line.get('SYNC_DAPP_DATA', { projectId, metadata })
          const message = newText()
          await ask(line, personalSign(message, address))
          await hand.sees(message)
          await hand.sees(new URL(scene.target.origin).host)
          must(!(await hand.isSeeing('bank.example')), 'the frame shows the address that the page claims')
        }),
    },
    {
      profile: 5,
      name: 'Escape in a frame that has nothing to close is told to the page',
      source: 'wire 7',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const message = newText()
          await ask(line, personalSign(message, address))
          await hand.sees(message)
          await line.frame.locator('body').click({ position: { x: 4, y: 4 } })
          await line.page.keyboard.press('Escape')
          await line.settle()
          const told = (await line.heard()).some(({ data }) => show(data).includes('@w3m-frame/ESCAPE'))
          must(told, 'the page was told nothing')
        }),
    },
    {
      profile: 5,
      name: 'the keyboard that leaves the frame is told to the page, with the edge',
      source: 'wire 7',
      check: (scene) =>
        sit(scene, async ({ line, address, hand }) => {
          const message = newText()
          await ask(line, personalSign(message, address))
          await hand.sees(message)
          await line.frame.locator('body').click({ position: { x: 4, y: 4 } })
          const exits = async (): Promise<readonly unknown[]> =>
            (await line.heard()).map(({ data }) => data).filter((data) => show(data).includes('@w3m-frame/FOCUS_EXIT'))
          for (let presses = 0; presses < maxStops && (await exits()).length === 0; presses++) {
            await line.page.keyboard.press('Tab')
          }
          await line.settle()
          const [exit] = await exits()
          must(exit !== undefined, `the page was told nothing in ${maxStops} steps`)
          must(JSON.stringify(exit).includes('"edge":"end"'), `it was told ${show(exit)}`)
        }),
    },
  ],
}

/** A frame enables Confirm after being visible for 700 ms. */
const armedAfterMs = 1_200
/** No frame's screen has more keyboard stops. */
const maxStops = 40
