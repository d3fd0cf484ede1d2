/** The release of the API and of the agent that ships with it; equals package.json. */
export const VERSION = '0.1.0';
