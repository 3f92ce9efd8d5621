import { createElement, Fragment, type ReactNode } from 'react'

// Private-use characters: no message contains them.
const open = '\uE000'
const close = '\uE001'

/**
 * Returns a message with elements in the places of its arguments: `rich((name) => t('hello', { name }), { name: <b>Ada</b> })`
 * names each argument once.
 *
 * @param fill returns the message; it receives a stand-in text for each element
 */
export const rich = <names extends string>(
  fill: (standIns: Readonly<Record<names, string>>) => string,
  elements: Readonly<Record<names, ReactNode>>,
): ReactNode => {
  const names = Object.keys(elements) as names[]
  const standIns = Object.fromEntries(names.map((name) => [name, `${open}${name}${close}`])) as Record<names, string>
  return fill(standIns)
    .split(new RegExp(`${open}(\\w+)${close}`))
    .map((piece, index) =>
      // The same element may appear twice.
      createElement(Fragment, { key: index }, index % 2 === 0 ? piece : elements[piece as names]),
    )
}
