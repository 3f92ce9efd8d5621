// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// As far as it is called: https://github.com/mds1/multicall3
contract Multicall3 {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }
    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (results[i].success, results[i].returnData) = calls[i].target.call(calls[i].callData);
        }
    }
}

/// Answers what it was made with, to whoever asks: well made or not.
contract Token {
    bytes private nameData;
    bytes private symbolData;
    uint256 public decimals;
    uint256 private balance;

    constructor(bytes memory nameData_, bytes memory symbolData_, uint256 decimals_, uint256 balance_) {
        (nameData, symbolData, decimals, balance) = (nameData_, symbolData_, decimals_, balance_);
    }

    function balanceOf(address) external view returns (uint256) {
        return balance;
    }

    function name() external view {
        give(nameData);
    }

    function symbol() external view {
        give(symbolData);
    }

    function give(bytes memory data) private pure {
        assembly {
            return(add(data, 32), mload(data))
        }
    }
}

/// Refuses whatever it is asked.
contract Refuser {
    fallback() external {
        revert("no");
    }
}

/// Uses up all gas that it is given.
contract Burner {
    fallback() external {
        assembly {
            invalid()
        }
    }
}

/// Does the same step by step, as long as there is gas.
contract Looper {
    fallback() external {
        uint256 turns;
        while (true) turns++;
    }
}

/// Answers as much as its gas can pay for.
contract Shouter {
    fallback() external {
        assembly {
            return(0, 1000000)
        }
    }
}

/// Takes its time only for its name: its balance is like any other's.
contract SlowName {
    uint256 public constant decimals = 18;

    function balanceOf(address) external pure returns (uint256) {
        return 1 ether;
    }

    function symbol() external pure returns (string memory) {
        return "SLOW";
    }

    function name() external pure returns (string memory) {
        assembly {
            invalid()
        }
    }
}
