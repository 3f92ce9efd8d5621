import { expect, test } from 'vitest'
import { findLiterals } from './literals.ts'

const textsIn = (source: string): string[] => findLiterals('view.tsx', source).map(({ text }) => text)

test.each([
  ['a JSX text', '<p>Nothing was sent</p>', ['Nothing was sent']],
  ['one word of JSX', '<b>Send</b>', ['Send']],
  ['an attribute that is shown', '<img alt="Logo" />', ['Logo']],
  ['an attribute of another kind', '<div className="wide card" key="First one" />', []],
  ['a short property that is shown', "({ title: 'Send', id: 'Send' })", ['Send']],
  ['a sentence wherever it is', "say('Try again')", ['Try again']],
  ['both branches of a shown property', "({ label: isOn ? 'Hide' : 'Show' })", ['Hide', 'Show']],
  ['a template literal', `\`Send \${amount} now\``, ['Send {} now']],
  ['a template literal of technical parts', `\`\${path}?to=\${address}\``, []],
  ['markup in a string', '`<title>Open the file</title>`', ['Open the file']],
  ['markup that shows nothing', 'say(\'<html lang="en">\')', []],
  ['texts and attributes of an html template', 'html`<a title="Inbox">All mails</a>`', ['All mails', 'Inbox']],
  ['a key of the catalogue', "t('send.title')", []],
  ['capitals alone', '<p>ETH</p>', []],
  ['a message for developers', "new AppError('A chain is missing')", []],
  ['a policy', 'say("default-src \'none\'")', []],
  ['what separates keys', "say('latchkey device share')", []],
  ['a type', "type Way = 'by email' | 'by phone'", []],
])('findLiterals › %s', (_, source, texts) => {
  expect(textsIn(source)).toEqual(texts)
})

test.each([
  ['on the line', "say('User rejected.') // not words: EIP-1193\nsay('Go back')", ['Go back']],
  ['on the line before', "// not words: EIP-1193\nsay('User rejected.')\nsay('Go back')", ['Go back']],
  ['at the end of the line before', "say('User rejected.') // not words: a\nconst on = ['Go back']", ['Go back']],
  [
    'before a constant of several lines',
    "// not words: names.\nconst names = [\n  'Ada Lovelace',\n  'Alan Turing',\n]",
    [],
  ],
  ['before a function', "// not words: no.\nconst view = () => {\n  say('Go back')\n}", ['Go back']],
])('findLiterals › exempts by a comment %s', (_, source, texts) => {
  expect(textsIn(source)).toEqual(texts)
})

test('findLiterals › names file and line, after comments and letters of several bytes', () => {
  const source = "/** What’s shown. */\nimport { say } from './say.ts'\n\nsay('…')\nsay('Try again')\n"
  expect(findLiterals('say.ts', source)).toEqual([{ file: 'say.ts', line: 5, text: 'Try again' }])
})
