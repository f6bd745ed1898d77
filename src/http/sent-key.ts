// Finds an API key where clients may send it: X-API-Key, or Authorization, the only header that many clients can set.

export const keyIn = (headers: Pick<Headers, 'get'>): string | undefined =>
  headers.get('x-api-key') ?? /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
