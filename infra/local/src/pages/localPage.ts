import { getLanguage } from '@latchkey/copy'
import { html } from 'hono/html'

export type Html = ReturnType<typeof html>
export type LocalPageWords = { documentTitle: string; badge: string; heading: string }

/** Renders a page of a service that the local stack emulates. It links to the styles that `pageStyle` serves. */
export const localPage = (
  { documentTitle, badge, heading }: LocalPageWords,
  content: Html,
): Html => html`<!doctype html>
<html lang="${getLanguage()}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${documentTitle}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/page.css">
  </head>
  <body>
    <main>
      <p class="badge">${badge}</p>
      <h1>${heading}</h1>
      ${content}
    </main>
  </body>
</html>`
