// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {LocalEnsRegistry} from "./LocalEnsRegistry.sol";

interface Resolver {
    function supportsInterface(bytes4 id) external view returns (bool);
    /// ENSIP-10.
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
    function name(bytes32 node) external view returns (string memory);
}

interface BatchGateway {
    struct Query {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Query[] calldata queries) external view returns (bool[] memory failures, bytes[] memory responses);
}

/// Finds the resolver of a name and asks it, as the Universal Resolver of ENS does: names as in DNS packets, wildcards
/// (ENSIP-10), records outside the chain (ERC-3668, by the batch gateway of the caller), and names of addresses, which must
/// lead back (EIP-181).
contract LocalUniversalResolver {
    /// What is known of a resolver while its gateway is asked.
    struct Pending {
        address resolver;
        bool isExtended;
        bytes4 selector;
        bytes4 callback;
        bytes extraData;
        string[] gateways;
    }

    /// An address whose name is being looked up, while the way forward goes through a gateway.
    struct Returning {
        bytes account;
        string primary;
        bytes4 callback;
        bytes extraData;
    }

    LocalEnsRegistry private immutable registry;

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error HttpError(uint16 status, string message);
    error ResolverError(bytes errorData);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error UnsupportedResolverProfile(bytes4 selector);

    constructor(LocalEnsRegistry registry_) {
        registry = registry_;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory result, address resolver)
    {
        uint256 offset;
        (resolver, offset) = findResolver(name);
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        bool isExtended = Resolver(resolver).supportsInterface(Resolver.resolve.selector);
        if (offset > 0 && !isExtended) revert ResolverNotFound(name);
        bytes memory asked = isExtended ? abi.encodeCall(Resolver.resolve, (name, data)) : data;
        return (ask(Pending(resolver, isExtended, bytes4(data), 0, "", gateways), asked), resolver);
    }

    /// What the batch gateway has brought, on its way to the resolver.
    function resolveCallback(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (bytes memory, address)
    {
        Pending memory pending = abi.decode(extraData, (Pending));
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) {
            bytes memory failure = responses[0];
            if (failure.length < 4 || bytes4(failure) != HttpError.selector) revert ResolverError(failure);
            assembly ("memory-safe") {
                revert(add(failure, 32), mload(failure))
            }
        }
        bytes memory asked = abi.encodeWithSelector(pending.callback, responses[0], pending.extraData);
        return (ask(pending, asked), pending.resolver);
    }

    /// Names of addresses outside Ethereum (`coinType` other than 60) are not kept here.
    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata gateways)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        bytes memory reverseName = abi.encodePacked(uint8(40), lowerHex(account), "\x04addr\x07reverse\x00");
        reverseResolver = registry.resolver(namehash(reverseName, 0));
        if (coinType != 60 || reverseResolver == address(0)) revert ResolverNotFound(reverseName);
        primary = Resolver(reverseResolver).name(namehash(reverseName, 0));
        bytes memory name = dnsEncode(primary);
        bytes memory data = abi.encodeWithSignature("addr(bytes32)", namehash(name, 0));
        bytes memory asked = abi.encodeCall(this.resolveWithGateways, (name, data, gateways));
        resolver = forward(Returning(account, primary, 0, ""), asked);
    }

    function reverseCallback(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (string memory, address, address)
    {
        Returning memory returning = abi.decode(extraData, (Returning));
        bytes memory asked = abi.encodeWithSelector(returning.callback, response, returning.extraData);
        return (returning.primary, forward(returning, asked), address(0));
    }

    /// Asks where the name leads; the same address it must be.
    function forward(Returning memory returning, bytes memory asked) private view returns (address resolver) {
        (bool isGiven, bytes memory answer) = address(this).staticcall(asked);
        if (!isGiven && bytes4(answer) == OffchainLookup.selector) {
            string[] memory gateways;
            bytes memory callData;
            (, gateways, callData, returning.callback, returning.extraData) =
                abi.decode(withoutSelector(answer), (address, string[], bytes, bytes4, bytes));
            revert OffchainLookup(address(this), gateways, callData, this.reverseCallback.selector, abi.encode(returning));
        }
        if (!isGiven) {
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
        bytes memory result;
        (result, resolver) = abi.decode(answer, (bytes, address));
        bytes memory found = abi.encodePacked(abi.decode(result, (address)));
        if (keccak256(found) != keccak256(returning.account)) revert ReverseAddressMismatch(returning.primary, found);
    }

    /// What the resolver answers; or the question to its gateway, as a revert.
    function ask(Pending memory pending, bytes memory asked) private view returns (bytes memory result) {
        bool isGiven;
        (isGiven, result) = pending.resolver.staticcall(asked);
        if (!isGiven && result.length >= 4 && bytes4(result) == OffchainLookup.selector) lookUp(pending, result);
        if (!isGiven && result.length > 0) revert ResolverError(result);
        if (isGiven && pending.isExtended) result = abi.decode(result, (bytes));
        if (result.length == 0) revert UnsupportedResolverProfile(pending.selector);
    }

    function lookUp(Pending memory pending, bytes memory lookup) private view {
        BatchGateway.Query[] memory queries = new BatchGateway.Query[](1);
        (queries[0].sender, queries[0].urls, queries[0].data, pending.callback, pending.extraData) =
            abi.decode(withoutSelector(lookup), (address, string[], bytes, bytes4, bytes));
        if (queries[0].sender != pending.resolver) revert ResolverError(lookup);
        bytes memory callData = abi.encodeCall(BatchGateway.query, (queries));
        bytes memory extraData = abi.encode(pending);
        revert OffchainLookup(address(this), pending.gateways, callData, this.resolveCallback.selector, extraData);
    }

    /// The resolver of the name, or of the nearest one above it. `offset`: where that one begins.
    function findResolver(bytes memory name) private view returns (address resolver, uint256 offset) {
        while (name[offset] != 0) {
            resolver = registry.resolver(namehash(name, offset));
            if (resolver != address(0)) return (resolver, offset);
            offset += uint8(name[offset]) + 1;
        }
    }

    function namehash(bytes memory name, uint256 offset) private pure returns (bytes32) {
        uint256 length = uint8(name[offset]);
        if (length == 0) return 0;
        bytes32 label;
        assembly ("memory-safe") {
            label := keccak256(add(add(name, 33), offset), length)
        }
        return keccak256(abi.encode(namehash(name, offset + length + 1), label));
    }

    /// `ada.eth` as labels after their lengths. A label holds at most 255 bytes.
    function dnsEncode(string memory name) private pure returns (bytes memory encoded) {
        bytes memory text = bytes(name);
        encoded = new bytes(text.length + 2);
        uint256 start = 0;
        for (uint256 index = 0; index <= text.length; index++) {
            if (index < text.length && text[index] != ".") {
                encoded[index + 1] = text[index];
            } else {
                encoded[start] = bytes1(uint8(index - start));
                start = index + 1;
            }
        }
    }

    function lowerHex(bytes memory account) private pure returns (bytes memory text) {
        bytes16 digits = "0123456789abcdef";
        text = new bytes(2 * account.length);
        for (uint256 index = 0; index < account.length; index++) {
            text[2 * index] = digits[uint8(account[index]) >> 4];
            text[2 * index + 1] = digits[uint8(account[index]) & 15];
        }
    }

    function withoutSelector(bytes memory failure) private pure returns (bytes memory rest) {
        rest = new bytes(failure.length - 4);
        for (uint256 index = 0; index < rest.length; index++) rest[index] = failure[index + 4];
    }
}
