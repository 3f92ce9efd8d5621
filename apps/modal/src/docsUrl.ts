/** Address of the documentation, which has a page for each alert. Until it is published, the local stack's (`npm start`). */
export const docsUrl = 'http://localhost:3004'
