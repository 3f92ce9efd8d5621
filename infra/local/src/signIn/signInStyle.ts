import { readFileSync } from 'node:fs'
import type { Context } from 'hono'

const style = readFileSync(new URL('assets/signIn.css', import.meta.url), 'utf8')

/** Answers with the style of the sign-in pages. */
export const signInStyle = (context: Context): Response => context.body(style, 200, { 'Content-Type': 'text/css' })
