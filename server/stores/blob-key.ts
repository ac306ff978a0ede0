/** What every place of results can take as a name, and what leads nowhere else. */
export const blobKey = /^[\w-]{1,128}$/;
