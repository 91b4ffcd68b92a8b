export default defineEventHandler(async (event) => (await triptych()).fetch(toWebRequest(event)))
