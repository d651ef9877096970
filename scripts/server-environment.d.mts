export declare const serverEnvironment: Readonly<Record<string, string>>
