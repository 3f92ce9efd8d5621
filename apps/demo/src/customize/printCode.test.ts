import { expect, test } from 'vitest'
import { type Choices, defaultChoices, optionsOf, variablesOf } from './choices.ts'
import { printers, printValue } from './printCode.ts'

const site = { projectId: 'demo', frameUrl: 'http://localhost:3001', apiUrl: 'http://localhost:3002' }

const chosen: Choices = {
  ...defaultChoices,
  accent: '#0d7f5f',
  corners: 14,
  variables: { '--lk-surface': 'url(x)', '--lk-width': '400px' },
  name: "Ada's </script> \\ shop\n",
  logo: 'data:image/svg+xml,x',
  texts: { 'connect.email': 'Work email', 'connect.hint': '  ' },
  email: false,
  first: 'wallet',
}

test('variablesOf › scales the radii together and drops what the theme does not take', () => {
  expect(variablesOf(chosen)).toEqual({
    '--lk-accent': '#0d7f5f',
    '--lk-radius-modal': '14px',
    '--lk-radius-card': '10px',
    '--lk-radius-button': '7px',
    '--lk-radius-input': '5px',
    '--lk-width': '400px',
  })
  expect(variablesOf(defaultChoices)).toEqual({})
})

/** The literal that a file passes to `createModal`, evaluated. */
const givenIn = (code: string): unknown => {
  const [, literal] = /createModal\(([\s\S]*?\n *\})\)\n/.exec(code) ?? []
  return new Function(`return (${literal})`)()
}

test.each(Object.entries(printers))('%s › passes exactly what was chosen', (_, print) => {
  for (const choices of [defaultChoices, chosen]) {
    const options = { ...site, ...optionsOf(choices) }
    const [first] = print(options)
    const logo = choices.logo === '' ? {} : { logo: '/logo.svg' }
    expect(givenIn(first?.code ?? '')).toEqual({ ...options, ...logo })
    expect(first?.code.match(/<\/script>/g)?.length ?? 0).toBe(first?.path === 'index.html' ? 2 : 0)
  }
})

test('printValue › breaks what is too long for a line', () => {
  expect(printValue({ a: true, 'b-c': ['x'] })).toBe("{ a: true, 'b-c': ['x'] }")
  expect(printValue({ list: ['x'.repeat(40), 'y'.repeat(40)] })).toBe(
    `{\n  list: [\n    '${'x'.repeat(40)}',\n    '${'y'.repeat(40)}',\n  ],\n}`,
  )
})
