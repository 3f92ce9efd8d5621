import { Fragment, type ReactNode } from 'react'

/** A message of the words tables, with elements in the places of its arguments. */
export const sayWith = (message: string, values: Readonly<Record<string, ReactNode>>): ReactNode =>
  message.split(/(\{\w+\})/).map((piece) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1]
    return <Fragment key={piece}>{name === undefined ? piece : values[name]}</Fragment>
  })
